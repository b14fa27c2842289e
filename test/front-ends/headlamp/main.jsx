/** A page over Headlamp's own data layer: its hooks for lists and objects, its API factories and its streams. */

import { apply } from '@kinvolk/headlamp-plugin/lib/lib/k8s/api/v1/apply';
import { apiFactoryWithNamespace } from '@kinvolk/headlamp-plugin/lib/lib/k8s/api/v1/factories';
import { stream } from '@kinvolk/headlamp-plugin/lib/lib/k8s/api/v1/streamingApi';
import { useKubeObject } from '@kinvolk/headlamp-plugin/lib/lib/k8s/api/v2/hooks';
import { useKubeObjectList } from '@kinvolk/headlamp-plugin/lib/lib/k8s/api/v2/useKubeObjectList';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Base64 } from 'js-base64';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

const CLUSTER = 'main';
const REQUESTS = [{ cluster: CLUSTER, namespaces: ['default'] }];
const POD = '/api/v1/namespaces/default/pods/web';

class ConfigMap {
  static apiVersion = 'v1';
  static apiName = 'configmaps';
  static apiEndpoint = apiFactoryWithNamespace('', 'v1', 'configmaps');

  constructor(json) {
    Object.assign(this, json);
  }
}

function First() {
  const [first, error] = useKubeObject({
    kubeObjectClass: ConfigMap,
    namespace: 'default',
    name: 'first',
    cluster: CLUSTER,
  });
  return <p role="status">{error ? error.message : `first counts ${first?.data?.count}`}</p>;
}

function Row({ item, attempt }) {
  const { name } = item.metadata;
  const count = String(Number(item.data?.count) + 1);
  return (
    <tr>
      <td>{name}</td>
      <td>{item.data?.count}</td>
      <td>
        <button
          type="button"
          onClick={() => attempt(ConfigMap.apiEndpoint.patch({ data: { count } }, 'default', name, {}, CLUSTER))}
        >
          Count
        </button>
        <button type="button" onClick={() => attempt(ConfigMap.apiEndpoint.delete('default', name, {}, CLUSTER))}>
          Delete
        </button>
      </td>
    </tr>
  );
}

function ConfigMaps() {
  const { items, error } = useKubeObjectList({ kubeObjectClass: ConfigMap, requests: REQUESTS });
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');
  const attempt = (action) =>
    action.then(
      () => setProblem(''),
      ({ message }) => setProblem(message),
    );
  const create = () =>
    attempt(apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { count: '0' } }, CLUSTER));
  return (
    <main>
      <p role="alert">{error?.message ?? problem}</p>
      <input aria-label="Name" value={name} onChange={({ target }) => setName(target.value)} />
      <button type="button" onClick={create}>
        Create
      </button>
      <table>
        <tbody>
          {items?.map((item) => (
            <Row key={item.metadata.uid} item={item} attempt={attempt} />
          ))}
        </tbody>
      </table>
    </main>
  );
}

function Streams() {
  const [text, setText] = useState('');
  const add = (more) => setText((known) => known + more);
  const options = { isJson: false, cluster: CLUSTER, reconnectOnFailure: false };
  const follow = () => stream(`${POD}/log?follow=true&tailLines=5`, (item) => add(Base64.decode(item)), options);
  const execute = () => {
    const onMessage = (item) => {
      const [channel, ...bytes] = new Uint8Array(item);
      if (channel === 1) add(new TextDecoder().decode(new Uint8Array(bytes)));
    };
    const additionalProtocols = ['v4.channel.k8s.io', 'v3.channel.k8s.io', 'v2.channel.k8s.io', 'channel.k8s.io'];
    stream(`${POD}/exec?command=hostname&stdout=1`, onMessage, { ...options, additionalProtocols });
  };
  return (
    <section>
      <button type="button" onClick={follow}>
        Follow log
      </button>
      <button type="button" onClick={execute}>
        Execute
      </button>
      <pre>{text}</pre>
    </section>
  );
}

createRoot(document.getElementById('root')).render(
  <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
    <First />
    <ConfigMaps />
    <Streams />
  </QueryClientProvider>,
);
