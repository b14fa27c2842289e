import { build } from 'esbuild';

await build({ entryPoints: ['page.js'], bundle: true, format: 'esm', splitting: true, outdir: 'dist/esbuild' });
