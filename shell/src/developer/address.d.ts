/** A stylesheet's address, see ADDRESS in shared/build/webpack.mjs. */
declare module "*.css?address" {
  const address: string;
  export default address;
}
