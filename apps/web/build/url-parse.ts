/** What tus-js-client takes from the package `url-parse`: browsers have it. */
export default URL;
