import { Button, Card, CardBody, CardFooter, CardTitle } from '@patternfly/react-core';
import { useStartScenario } from './use-start-scenario.ts';

/** Opens the first steps: a shop that runs, and what to look at in it. */
export function LearnCard() {
  const start = useStartScenario();
  return (
    <Card>
      <CardTitle component="h2">Learn</CardTitle>
      <CardBody>
        Take the first steps in a shop that runs: read a log, follow a rollout, and find out who may do what. A cluster
        of its own is prepared within seconds.
      </CardBody>
      <CardFooter>
        <Button onClick={() => start('healthy shop')}>Take the first steps</Button>
      </CardFooter>
    </Card>
  );
}
