import { readdirSync, readFileSync } from 'node:fs';
import { planPage, type Step } from './plan-page.ts';

const project = new URL('../../', import.meta.url);

/** The pages with snippets, and their steps. Another test runs the steps of CONTRIBUTING.md. */
export const documentedPages: readonly { readonly page: string; readonly steps: readonly Step[] }[] = [
  'README.md',
  ...readdirSync(new URL('docs/', project), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .sort()
    .map((path) => `docs/${path}`),
]
  .map((page) => ({ page, steps: stepsOf(page) }))
  .filter(({ steps }) => steps.length > 0);

function stepsOf(page: string): readonly Step[] {
  try {
    return planPage(readFileSync(new URL(page, project), 'utf8'));
  } catch (error) {
    throw new Error(`${page} cannot be executed`, { cause: error });
  }
}
