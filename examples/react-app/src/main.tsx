import { createRoot } from 'react-dom/client';
import { startCluster } from 'tabplane/browser';
import { App } from './App.tsx';

// Tests in a browser bring a cluster of their own.
if (import.meta.env.MODE !== 'e2e') await startCluster({ offline: true });

const element = document.getElementById('app');
if (element) createRoot(element).render(<App />);
