import { Link } from '@tanstack/react-router';
import { useApplication } from '../../hooks/use-application.ts';

/** Introduces the cluster in this browser, and next steps. */
export function Introduction() {
  if (useApplication().platform.clusters === undefined) return null;
  return (
    <p className="tp-introduction">
      This is a Kubernetes v1.28 control plane in your browser: an API server with real validation, admission and access
      control, controllers and a scheduler. Create the sample, apply your own YAML, or{' '}
      <Link to="/connect">connect your code</Link>.
    </p>
  );
}
