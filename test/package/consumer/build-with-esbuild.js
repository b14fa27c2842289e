import { build } from 'esbuild';

const [entry, outdir] = process.argv.slice(2);
await build({ entryPoints: [entry], bundle: true, minifySyntax: true, format: 'esm', splitting: true, outdir });
