import { webpackConfig } from "@conquest/shared/build/webpack.mjs";

export default webpackConfig(import.meta.dirname);
