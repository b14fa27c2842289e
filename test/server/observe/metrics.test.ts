import { afterAll, describe, expect, test } from 'vitest';
import { Histogram, Numbers } from '../../../src/server/observe/metrics/metric-families.ts';
import { createWholeServer } from '../whole-server.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';

describe('the text format', () => {
  test('has a header and a line for each combination of labels', () => {
    const family = new Numbers({ name: 'asked_total', help: 'How often.', type: 'counter', labels: ['what', 'who'] });
    expect(family.text()).toBe('');
    family.add(['b', 'ann']);
    family.add(['a"\\\n', 'ben'], 2);
    family.add(['b', 'ann']);
    expect(family.text()).toBe(
      '# HELP asked_total How often.\n# TYPE asked_total counter\n' +
        'asked_total{what="a\\"\\\\\\n",who="ben"} 2\nasked_total{what="b",who="ann"} 2\n',
    );
  });

  test('has cumulative buckets for a histogram', () => {
    const family = new Histogram({ name: 'took_seconds', help: 'How long.', labels: ['verb'] }, [0.5, 1]);
    for (const seconds of [0.25, 0.75, 2]) family.observe(['GET'], seconds);
    expect(family.text()).toBe(
      '# HELP took_seconds How long.\n# TYPE took_seconds histogram\n' +
        'took_seconds_bucket{verb="GET",le="0.5"} 1\n' +
        'took_seconds_bucket{verb="GET",le="1"} 2\n' +
        'took_seconds_bucket{verb="GET",le="+Inf"} 3\n' +
        'took_seconds_sum{verb="GET"} 3\ntook_seconds_count{verb="GET"} 3\n',
    );
  });
});

describe('/metrics', async () => {
  const { server, get, post, send } = await createWholeServer();
  afterAll(() => server.close());
  const metrics = async (): Promise<string[]> => (await (await get('/metrics')).text()).split('\n');
  const total = (labels: string) => expect.stringMatching(`^apiserver_request_total\\{${labels}\\} `);

  test('counts requests by target and result', async () => {
    await post(MAPS, { metadata: { name: 'a' } });
    await post(`${MAPS}?dryRun=All`, { metadata: { name: 'b' } });
    await get(`${MAPS}/absent`);
    await get(MAPS);
    const headers = { 'content-type': 'application/apply-patch+yaml' };
    const body = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}';
    await send('PATCH', `${MAPS}/a?fieldManager=me`, { headers, body });
    await get('/healthz');
    const lines = await metrics();
    const of = (code: number, dryRun: string, scope: string, verb: string) =>
      `code="${code}",component="apiserver",dry_run="${dryRun}",group="",resource="configmaps",scope="${scope}",subresource="",verb="${verb}",version="v1"`;
    expect(lines).toEqual(
      expect.arrayContaining([
        total(of(201, '', 'resource', 'POST')),
        total(of(201, 'All', 'resource', 'POST')),
        total(of(404, '', 'resource', 'GET')),
        total(of(200, '', 'namespace', 'LIST')),
        total(of(200, '', 'resource', 'APPLY')),
        total(
          'code="200",component="apiserver",dry_run="",group="",resource="",scope="",subresource="/healthz",verb="GET",version=""',
        ),
      ]),
    );
    expect(lines.some((line) => line.startsWith('apiserver_request_duration_seconds_bucket{'))).toBe(true);
    expect(lines).toContain('apiserver_current_inflight_requests{request_kind="readOnly"} 1');
  });

  test('counts open watches', async () => {
    const labels =
      'component="apiserver",group="",resource="configmaps",scope="namespace",subresource="",verb="WATCH",version="v1"';
    const watch = await get(`${MAPS}?watch=1`);
    expect(await metrics()).toContain(`apiserver_longrunning_requests{${labels}} 1`);
    await watch.body?.cancel();
    expect(await metrics()).toContain(`apiserver_longrunning_requests{${labels}} 0`);
  });

  test('names deprecated versions that were requested', async () => {
    await get('/apis/flowcontrol.apiserver.k8s.io/v1beta2/flowschemas');
    expect(await metrics()).toContain(
      'apiserver_requested_deprecated_apis{group="flowcontrol.apiserver.k8s.io",removed_release="1.29",resource="flowschemas",subresource="",version="v1beta2"} 1',
    );
  });

  test('counts stored objects, admission decisions and feature gates', async () => {
    const lines = await metrics();
    expect(lines).toContain('apiserver_storage_objects{resource="configmaps"} 3');
    expect(lines).toContain('apiserver_storage_objects{resource="flowschemas.flowcontrol.apiserver.k8s.io"} 13');
    expect(lines).toContain('kubernetes_feature_enabled{name="WatchList",stage="ALPHA"} 0');
    expect(lines.join('\n')).toMatch(
      /apiserver_admission_controller_admission_duration_seconds_count\{name="NamespaceLifecycle",operation="CREATE",rejected="false",type="admit"\} \d/,
    );
  });

  test('counts decisions of plugins that do not apply to a request', async () => {
    const countsOf = async (operation: string) => {
      const lines = await metrics();
      return ['NamespaceLifecycle', 'DefaultTolerationSeconds'].map((plugin) => {
        const labels = `name="${plugin}",operation="${operation}",rejected="false",type="admit"`;
        const count = `apiserver_admission_controller_admission_duration_seconds_count{${labels}} `;
        return Number(lines.find((line) => line.startsWith(count))?.slice(count.length));
      });
    };
    const [all, passed] = await countsOf('CREATE');
    expect(passed).toBe(all);
    expect(await countsOf('CREATE')).toEqual([all, passed]);
  });

  test('does not grow with unknown values of dryRun and unknown methods', async () => {
    await post(`${MAPS}?dryRun=one`, { metadata: { name: 'a' } });
    await send('BREW', MAPS);
    const before = (await metrics()).length;
    await post(`${MAPS}?dryRun=two`, { metadata: { name: 'a' } });
    await post(`${MAPS}?dryRun=All&dryRun=three`, { metadata: { name: 'a' } });
    await send('STIR', MAPS);
    expect((await metrics()).length).toBe(before);
    expect((await metrics()).filter((line) => /dry_run="(one|two)|verb="(BREW|STIR)"/.test(line))).toEqual([]);
  });

  test('does not grow with unknown paths', async () => {
    await get('/apis/example.com/v1/things');
    await get(`${MAPS}/a/nothing`);
    await get('/nothing/at/all');
    expect((await metrics()).join('\n')).not.toMatch(/things|nothing/);
  });

  test('/metrics/slis has the health checks', async () => {
    const response = await get('/metrics/slis');
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(await response.text()).toContain('kubernetes_healthcheck{name="etcd",type="readyz"} 1\n');
  });
});
