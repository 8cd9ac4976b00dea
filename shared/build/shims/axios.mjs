/**
 * What pages have under the name axios: its instance and its errors. The object that axios exports itself carries forms, status
 * codes and an older way to cancel, which nobody uses.
 */
import Axios from "axios/unsafe/core/Axios.js";
import mergeConfig from "axios/unsafe/core/mergeConfig.js";
import defaults from "axios/unsafe/defaults/index.js";

export { default as AxiosError } from "axios/unsafe/core/AxiosError.js";

export default { create: (config) => new Axios(mergeConfig(defaults, config)) };
