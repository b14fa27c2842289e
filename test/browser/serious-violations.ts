import { source } from 'axe-core';
import type { Page } from 'playwright-core';

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string }[];
}

interface Axe {
  run(options: { readonly resultTypes: readonly string[] }): Promise<{ readonly violations: Violation[] }>;
}

/** A moderate violation, but users of screen readers navigate by heading levels. */
const ALWAYS = ['heading-order', 'scrollable-region-focusable'];

/** Returns serious and critical violations, and those of `ALWAYS`, with their elements. */
export async function seriousViolations(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: Axe };
    // Elements without violations would be described, too.
    return (await axe.run({ resultTypes: ['violations'] })).violations;
  });
  return violations
    .filter(({ id, impact }) => ALWAYS.includes(id) || impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
}
