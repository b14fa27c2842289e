/** Inserted by the build. Not defined in tests of the sources. */
declare const TABPLANE_VERSION: string | undefined;

/** The version of the package, by which a page and its worker notice that they do not fit together. */
export const PACKAGE_VERSION = typeof TABPLANE_VERSION === 'undefined' ? 'development' : TABPLANE_VERSION;
