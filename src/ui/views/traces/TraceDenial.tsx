import { Title } from '@patternfly/react-core';
import type { RequestTrace } from '../../../api/debug/request-trace.ts';
import { ConsideredItem } from '../../components/access/ConsideredItem.tsx';

/** Why authorization denied a request: the closest rules and a link to fixes. */
export function TraceDenial({ trace }: { readonly trace: RequestTrace }) {
  const nearest = trace.authorization?.nearest ?? [];
  const { username } = trace.user;
  return (
    <section>
      <Title headingLevel="h3" size="md">
        {nearest.length > 0 ? 'Closest rules' : 'No matching rules'}
      </Title>
      {nearest.length > 0 ? (
        <ul className="tp-considered-list">
          {nearest.map((rule) => (
            <ConsideredItem key={JSON.stringify(rule)} rule={rule} />
          ))}
        </ul>
      ) : (
        <p>
          No applicable binding refers to <bdi>{username}</bdi>.
        </p>
      )}
    </section>
  );
}
