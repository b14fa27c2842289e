import { Button, Card, CardBody, CardFooter, CardTitle } from '@patternfly/react-core';
import { useNavigate } from '@tanstack/react-router';

/** Opens the lessons, each of which has a cluster of its own. */
export function LearnCard() {
  const navigate = useNavigate();
  return (
    <Card>
      <CardTitle component="h2">Learn</CardTitle>
      <CardBody>
        Take lessons of ten minutes, from the first object to a controller that you write in the page. Each opens in a
        cluster of its own, and notices what you have done.
      </CardBody>
      <CardFooter>
        <Button onClick={() => void navigate({ to: '/lessons' })}>Open the lessons</Button>
      </CardFooter>
    </Card>
  );
}
