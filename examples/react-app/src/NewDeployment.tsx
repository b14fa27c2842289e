import { useState } from 'react';
import { client } from './client.ts';
import { deployments } from './kinds.ts';

/** A form that creates a Deployment in the namespace `default`. */
export function NewDeployment() {
  const [error, setError] = useState<string>();
  async function create(form: FormData) {
    const name = String(form.get('name'));
    try {
      await client.create({ ...deployments, namespace: 'default' }, deployment(name, Number(form.get('replicas'))));
      setError(undefined);
    } catch (problem) {
      setError(problem instanceof Error ? problem.message : String(problem));
    }
  }
  return (
    <form action={create}>
      <label>
        Name <input name="name" required />
      </label>
      <label>
        Replicas <input name="replicas" type="number" min="0" defaultValue="2" />
      </label>
      <button type="submit">Create Deployment</button>
      {error && <p role="alert">{error}</p>}
    </form>
  );
}

function deployment(name: string, replicas: number) {
  const labels = { app: name };
  const containers = [{ name: 'main', image: 'nginx:1.25' }];
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: { replicas, selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } },
  };
}
