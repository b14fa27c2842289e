/** A page of a host application of OpenShift's SDK. Its query has the cluster's address and a token. */
import { PluginStore } from '@openshift/dynamic-plugin-sdk';
import {
  AppInitSDK,
  commonFetchText,
  k8sCreateResource,
  k8sDeleteResource,
  k8sPatchResource,
  useK8sModel,
  useK8sWatchResource,
} from '@openshift/dynamic-plugin-sdk-utils';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

const query = new URLSearchParams(location.search);
const api = query.get('api');
const token = query.get('token');
const CONFIG_MAP = { version: 'v1', kind: 'ConfigMap' };

const base64Url = (text) => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

const configurations = {
  appFetch: (url, init) =>
    fetch(`${api}${url}`, { ...init, headers: { ...init?.headers, Authorization: `Bearer ${token}` } }),
  pluginStore: new PluginStore(),
  wsAppSettings: async () => ({
    host: api.replace('http', 'ws'),
    subProtocols: ['base64.binary.k8s.io', `base64url.bearer.authorization.k8s.io.${base64Url(token)}`],
  }),
};

function ConfigMaps({ model }) {
  const [items, isLoaded, error] = useK8sWatchResource({
    groupVersionKind: CONFIG_MAP,
    namespace: 'default',
    isList: true,
  });
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');
  const attempt = (action) =>
    action.then(
      () => setProblem(''),
      ({ message }) => setProblem(message),
    );
  const create = () => {
    const metadata = { name, namespace: 'default' };
    attempt(
      k8sCreateResource({ model, resource: { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { count: '0' } } }),
    );
  };
  const count = ({ metadata, data }) => {
    const patches = [{ op: 'replace', path: '/data/count', value: String(Number(data.count) + 1) }];
    attempt(k8sPatchResource({ model, queryOptions: { ns: 'default', name: metadata.name }, patches }));
  };
  const remove = ({ metadata }) =>
    attempt(k8sDeleteResource({ model, queryOptions: { ns: 'default', name: metadata.name } }));
  return (
    <main>
      <p role="status">{error ? error.message : isLoaded ? `${items.length} ConfigMaps` : 'Loading'}</p>
      <p role="alert">{problem}</p>
      <input aria-label="Name" value={name} onChange={({ target }) => setName(target.value)} />
      <button type="button" onClick={create}>
        Create
      </button>
      <table>
        <tbody>
          {items.map((item) => (
            <tr key={item.metadata.uid}>
              <td>{item.metadata.name}</td>
              <td>{item.data?.count}</td>
              <td>
                <button type="button" onClick={() => count(item)}>
                  Count
                </button>
                <button type="button" onClick={() => remove(item)}>
                  Delete
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </main>
  );
}

function Log() {
  const [text, setText] = useState('');
  const read = async () => setText(await commonFetchText('/api/v1/namespaces/default/pods/web/log'));
  return (
    <section>
      <button type="button" onClick={read}>
        Show log
      </button>
      <pre>{text}</pre>
    </section>
  );
}

function Page() {
  const [model] = useK8sModel(CONFIG_MAP);
  return model ? <ConfigMaps model={model} /> : <p>Discovering</p>;
}

createRoot(document.getElementById('root')).render(
  <AppInitSDK configurations={configurations}>
    <Page />
    <Log />
  </AppInitSDK>,
);
