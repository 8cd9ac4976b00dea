/** A stylesheet's address, see AS_URL in shared/build/webpack.mjs. */
declare module "*.css?address" {
  const address: string;
  export default address;
}
