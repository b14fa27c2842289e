import { fileURLToPath } from 'node:url';
import webpack from 'webpack';

const configuration = {
  mode: 'production',
  target: 'web',
  entry: './page.js',
  output: { path: fileURLToPath(new URL('./dist/webpack', import.meta.url)), filename: 'page.js' },
  // Minification only takes time.
  optimization: { minimize: false },
  performance: false,
};

webpack(configuration, (error, stats) => {
  const text = stats?.toString({ all: false, errors: true, warnings: true });
  if (error || text) {
    console.error(error ?? text);
    process.exitCode = 1;
  }
});
