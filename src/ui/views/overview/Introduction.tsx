import { Link } from '@tanstack/react-router';
import { useApplication } from '../../hooks/use-application.ts';

/** Introduces the cluster in this browser, its limits and next steps. */
export function Introduction() {
  if (useApplication().platform.clusters === undefined) return null;
  return (
    <p className="tp-introduction">
      This is a Kubernetes v1.28 API server in your browser, with real validation, admission and access control. It has
      no nodes, scheduler or workload controllers yet, so pods never start. Create the sample, apply your own YAML, or{' '}
      <Link to="/connect">connect your code</Link>.
    </p>
  );
}
