/** The part of the package `url-parse` that tus-js-client uses: browsers have it. */
export default URL;
