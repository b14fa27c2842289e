import { build } from '../../src/scripts/build.mjs';

/** Before the browser tests: they test the code as it is now. */
export default build;
