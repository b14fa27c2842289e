import { build } from 'esbuild';

const [entry, outdir, ...external] = process.argv.slice(2);
await build({
  entryPoints: [entry],
  bundle: true,
  minifySyntax: true,
  format: 'esm',
  splitting: true,
  outdir,
  external,
});
