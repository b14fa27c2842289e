import { Button, Card, CardBody, CardTitle, Skeleton } from '@patternfly/react-core';
import { errorText } from '../../../api/error-text.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useApplication } from '../../hooks/use-application.ts';
import { useStartScenario } from './use-start-scenario.ts';

/** Lists the prepared clusters. Each opens as a cluster of its own. */
export function DemoCard() {
  const start = useStartScenario();
  const { preparedClusters = async () => [] } = useApplication().platform;
  const { value: clusters, error } = useAnswer('prepared clusters', '', preparedClusters);
  return (
    <Card>
      <CardTitle component="h2">Demo</CardTitle>
      <CardBody className="tp-start-demos">
        <p>Open a cluster in a certain state. Each is a cluster of its own, and your other clusters do not change.</p>
        {error !== undefined ? (
          <p>The prepared clusters could not be loaded: {errorText(error)}</p>
        ) : !clusters ? (
          <Skeleton height="20rem" screenreaderText="Loading the prepared clusters" />
        ) : (
          <ul className="tp-start-list">
            {clusters.map(({ name, description }) => (
              <li key={name}>
                <Button variant="link" isInline onClick={() => start(name)}>
                  {titleOf(name)}
                </Button>
                <p className="tp-subtle">{description}</p>
              </li>
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  );
}

const titleOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
