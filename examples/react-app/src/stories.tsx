/** Shows the story that the address names, as `/stories.html?story=Healthy`. */
import { setupWorker } from 'msw/browser';
import { createRoot } from 'react-dom/client';
import meta, * as all from './Pods.stories.tsx';

const { default: _, ...stories } = all;
type Name = keyof typeof stories;

const names = Object.keys(stories) as Name[];
const wanted = new URLSearchParams(location.search).get('story');
const name = names.find((one) => one === wanted) ?? names[0];

await setupWorker(...stories[name].parameters.msw.handlers).start({ quiet: true });

const Story = meta.component;
const element = document.getElementById('app');
if (element)
  createRoot(element).render(
    <>
      <nav>
        {names.map((one) => (
          <a key={one} href={`?story=${one}`}>
            {one}{' '}
          </a>
        ))}
      </nav>
      <h1>{name}</h1>
      <Story />
    </>,
  );
