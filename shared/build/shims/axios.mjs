/** The subset of axios that pages use: instances and errors. Omits forms, status codes and cancel tokens. */
import Axios from "axios/unsafe/core/Axios.js";
import mergeConfig from "axios/unsafe/core/mergeConfig.js";
import defaults from "axios/unsafe/defaults/index.js";

export { default as AxiosError } from "axios/unsafe/core/AxiosError.js";

export default { create: (config) => new Axios(mergeConfig(defaults, config)) };
