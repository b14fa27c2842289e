import { Alert, Button, List, ListItem } from '@patternfly/react-core';
import { useMemo } from 'react';
import { readLesson } from '../../../lessons/format/read-lesson.ts';
import { whatWouldRun } from '../../state/consent/what-would-run.ts';
import { useLessonClusters } from './use-lesson-clusters.ts';

/** Maximum number of objects and problems listed. */
const MOST_SHOWN = 20;

/** A lesson of another author: names what it would create, and starts it when the user agrees. */
export function ForeignLesson({ yaml }: { readonly yaml: string }) {
  const { start } = useLessonClusters();
  const { lesson, problems } = useMemo(() => readLesson(yaml), [yaml]);
  if (!lesson)
    return (
      <Alert component="h3" isInline variant="danger" title="The file is not a valid lesson">
        <List>
          {problems.slice(0, MOST_SHOWN).map(({ line, message }) => (
            <ListItem key={`${line} ${message}`}>
              Line {line}: {message}
            </ListItem>
          ))}
        </List>
      </Alert>
    );
  const { title, summary, minutes } = lesson;
  const { nodes, objects } = lesson.start;
  const effects = whatWouldRun(objects);
  return (
    <Alert component="h3" isInline variant="warning" title={`“${title}” was not written by Tabplane`}>
      <p>
        {summary} {minutes} minutes.
      </p>
      <p>It creates a new cluster; your other clusters do not change. The cluster starts with:</p>
      <List aria-label="Objects of the lesson">
        <ListItem>{nodes === 1 ? '1 simulated node' : `${nodes} simulated nodes`}</ListItem>
        {objects.slice(0, MOST_SHOWN).map(({ apiVersion, kind, metadata }) => (
          <ListItem key={`${apiVersion} ${kind} ${metadata.namespace} ${metadata.name}`}>
            {kind} {metadata.name}
          </ListItem>
        ))}
        {objects.length > MOST_SHOWN && <ListItem>{objects.length - MOST_SHOWN} more objects</ListItem>}
        {effects.map((effect) => (
          <ListItem key={effect}>{effect}</ListItem>
        ))}
      </List>
      <p>Code and calls to other servers stay disabled until you review and accept them.</p>
      {start && <Button onClick={() => start({ name: title, yaml }, title)}>Start lesson</Button>}
    </Alert>
  );
}
