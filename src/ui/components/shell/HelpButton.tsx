import { Button } from '@patternfly/react-core';
import QuestionCircleIcon from '@patternfly/react-icons/dist/esm/icons/question-circle-icon';
import { Link, useMatches } from '@tanstack/react-router';

/** Opens the documentation of the current view. */
export function HelpButton() {
  const documentation = useMatches({ select: (matches) => matches.at(-1)?.staticData.documentation });
  const [page = '', section = ''] = documentation?.split('#') ?? [];
  return (
    <Button
      variant="plain"
      aria-label="Help"
      title="Help for this view"
      icon={<QuestionCircleIcon />}
      component={(props: object) => <Link {...props} to="/docs/$" params={{ _splat: page }} hash={section} />}
    />
  );
}
