import { Button, Card, CardBody, CardTitle, Flex } from '@patternfly/react-core';
import { useStore } from 'zustand';
import { useApplication } from '../../hooks/use-application.ts';
import type { PreparedCluster } from '../../platform-port.ts';
import { SCENARIO_GUIDES } from '../../state/scenario-guides.ts';
import { LookLink } from './LookLink.tsx';

/** What to look at in a prepared cluster, and its users. */
export function ScenarioGuide({ scenario: { name, users } }: { readonly scenario: PreparedCluster }) {
  return (
    <div className="tp-scenario">
      <Card>
        <CardTitle component="h2">What to look at</CardTitle>
        <CardBody>
          <p>Time passes in this cluster, and you may change everything in it.</p>
          <ol className="tp-scenario-looks">
            {SCENARIO_GUIDES[name]?.map((look) => (
              <li key={look.title}>
                <p>{look.text}</p>
                <LookLink look={look} />
              </li>
            ))}
          </ol>
        </CardBody>
      </Card>
      {users.length > 0 && <UsersCard users={users} />}
    </div>
  );
}

function UsersCard({ users }: Pick<PreparedCluster, 'users'>) {
  const { switchTo } = useStore(useApplication().identity);
  return (
    <Card>
      <CardTitle component="h2">Users</CardTitle>
      <CardBody className="tp-scenario-users">
        <p>See the cluster as one of its users does. The banner at the top ends it.</p>
        <Flex gap={{ default: 'gapSm' }}>
          {users.map(({ name, groups }) => (
            <Button key={name} variant="secondary" size="sm" onClick={() => switchTo({ type: 'user', name, groups })}>
              Impersonate {name}
            </Button>
          ))}
        </Flex>
      </CardBody>
    </Card>
  );
}
