import { Link } from '@tanstack/react-router';
import { findResource } from '../../../client/discovery.ts';
import { SAMPLE_NAMESPACE, SAMPLE_OBJECTS } from '../../commands/create-sample.ts';
import { useDiscovery } from '../../hooks/use-application.ts';
import { objectParameters } from '../../state/objects/addresses.ts';

/** Links to the objects of the sample. */
export function SampleObjects() {
  const discovery = useDiscovery();
  return (
    <>
      <p>The sample created these objects in namespace “{SAMPLE_NAMESPACE}”:</p>
      <ul className="tp-sample-objects">
        {SAMPLE_OBJECTS.map(({ resource: plural, name }) => {
          const resource = findResource(discovery, plural);
          if (!resource) return null;
          const params = objectParameters(resource, { namespace: SAMPLE_NAMESPACE, name });
          return (
            <li key={`${plural} ${name}`}>
              <span className="tp-subtle">{resource.kind}</span>{' '}
              <Link to="/objects/$group/$version/$resource/$in/$name" params={params}>
                {name}
              </Link>
            </li>
          );
        })}
      </ul>
    </>
  );
}
