/** Inserted by the build; undefined in tests of the sources. */
declare const TABPLANE_VERSION: string | undefined;

/** The version of the package, by which a page and its worker detect that they are incompatible. */
export const PACKAGE_VERSION = typeof TABPLANE_VERSION === 'undefined' ? 'development' : TABPLANE_VERSION;
