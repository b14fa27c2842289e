import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** First steps of the paths that a cluster answers, for the proxy below. */
const CLUSTER_PATHS = ['/api', '/apis', '/openapi', '/version', '/healthz', '/livez', '/readyz'];

/** With TABPLANE_PROXY set, the page talks to a cluster outside the browser instead of its service worker. */
const target = process.env.TABPLANE_PROXY === '1' ? 'http://127.0.0.1:8080' : process.env.TABPLANE_PROXY;

export default defineConfig({
  plugins: [react()],
  envPrefix: ['VITE_', 'TABPLANE_'],
  server: {
    proxy: target ? Object.fromEntries(CLUSTER_PATHS.map((path) => [`^${path}(/|\\?|$)`, { target }])) : {},
  },
  build: { target: 'es2023', sourcemap: true },
});
