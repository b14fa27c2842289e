import { createRoot } from 'react-dom/client';
import { startCluster } from 'tabplane/browser';
import { App } from './App.tsx';

await startCluster({ offline: true });

const element = document.getElementById('app');
if (element) createRoot(element).render(<App />);
