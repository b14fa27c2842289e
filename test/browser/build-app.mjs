import { build } from '../../src/scripts/build.mjs';

/** Builds the current code before the browser tests. */
export default build;
