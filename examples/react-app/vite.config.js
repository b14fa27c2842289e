import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { tabplane } from 'tabplane/vite';
import { defineConfig } from 'vite';

const page = (name) => fileURLToPath(new URL(name, import.meta.url));

export default defineConfig({
  plugins: [react(), tabplane()],
  build: { target: 'es2022', rollupOptions: { input: [page('index.html'), page('stories.html')] } },
});
