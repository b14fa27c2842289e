import type { Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { visitApp, waitForHover, writeInEditor } from './browser.ts';

const definition = (rule: string) => `apiVersion: apiextensions.cluster.io/v1
kind: CustomResourceDefinition
metadata: { name: boats.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { kind: Boat, plural: boats, singular: boat }
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              seats: { type: integer }
              crew: { type: array, items: { type: string } }
            x-cluster-validations:
            - message: wrong
              rule: ${rule}`;

describe('expressions in the editor', () => {
  const visit = visitApp({ hasSample: false, hasNodes: false });
  const write = async (rule: string) => {
    await visit.page.goto(`${visit.url}/create/apiextensions.cluster.io/v1/customresourcedefinitions`);
    await visit.page.getByRole('textbox', { name: 'YAML' }).waitFor();
    await writeInEditor(visit.page, 'YAML', definition(rule));
    await visit.page.keyboard.press('Control+End');
  };
  const problems = () => visit.page.getByRole('region', { name: 'Problems' });
  const option = (label: string) => visit.page.getByRole('option', { name: new RegExp(`^${label}\\b`) }).first();

  it('have the compiler’s errors at their line while typing, without saving', async () => {
    await write('|\n                true &&\n                self.seets > 1');
    const problem = problems().getByRole('button', { name: "undefined field 'seets'" });
    await problem.getByText('Line 25').waitFor();
    await problem.click();
    for (let step = 0; step < 3; step++) await visit.page.keyboard.press('ArrowRight');
    await visit.page.keyboard.press('Delete');
    await visit.page.keyboard.type('a');
    await problem.waitFor({ state: 'detached' });
  });

  it('are checked after pauses in typing, not with each key', async () => {
    const isCheck = (request: Request) =>
      request.url().includes('expressionchecks') && !request.postData()?.includes('cursor');
    const first = visit.page.waitForRequest(
      (request) => isCheck(request) && /"rule":"1 == 1"/.test(request.postData() ?? ''),
    );
    await write('1 == 1');
    await first;
    let count = 0;
    visit.page.on('request', (request) => {
      if (isCheck(request)) count += 1;
    });
    await visit.page.keyboard.type(' && nothing > 1', { delay: 5 });
    await problems().getByText("undeclared reference to 'nothing'").waitFor();
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(5);
  });

  it('complete variables, fields, functions and macros, and show types', async () => {
    await write('true && ');
    await visit.page.keyboard.type('se');
    await option('self').click();
    await visit.page.keyboard.type('.');
    await option('crew').click();
    await visit.page.keyboard.type('.');
    await option('exists').waitFor();
    await visit.page.keyboard.type('all');
    await option('all').click();
    await visit.page.keyboard.press('Tab');
    await visit.page.keyboard.type('x.starts');
    await option('startsWith').click();
    await visit.page.keyboard.type("'A'");
    const line = visit.page.locator('.view-line', { hasText: 'rule:' });
    const text = async () => (await line.textContent())?.replaceAll('\u00a0', ' ').trim();
    await expect.poll(text).toBe("rule: true && self.crew.all(x, x.startsWith('A'))");
    await problems().getByText('No problems').waitFor();
    const crew = (element: Element) => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      while (texts.nextNode() && !texts.currentNode.textContent?.includes('crew'));
      const range = document.createRange();
      const start = texts.currentNode.textContent?.indexOf('crew') ?? 0;
      range.setStart(texts.currentNode, start);
      range.setEnd(texts.currentNode, start + 'crew'.length);
      const { x, y, width, height } = range.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    };
    const point = async () => {
      const { x, y } = await line.evaluate(crew);
      await visit.page.mouse.move(x, y);
    };
    await waitForHover(visit.page, point, visit.page.locator('.monaco-hover', { hasText: 'self.crew: list(string)' }));
  });

  it('log nothing on the console', () => expect(visit.problems).toEqual([]));
});
