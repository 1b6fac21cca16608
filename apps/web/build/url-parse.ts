/** Replaces the package `url-parse`: tus-js-client only uses what `URL` has. */
export default URL;
