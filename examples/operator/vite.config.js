import { tabplane } from 'tabplane/vite';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [tabplane()], build: { target: 'es2022' } });
