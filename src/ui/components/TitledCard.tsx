import { Card, CardBody, type CardProps, CardTitle } from '@patternfly/react-core';
import type { ReactNode } from 'react';

interface TitledCardProps extends Pick<CardProps, 'className' | 'children'> {
  readonly title: ReactNode;
  readonly bodyClassName?: string;
}

/** A compact card with a title. */
export const TitledCard = ({ title, bodyClassName, children, ...card }: TitledCardProps) => (
  <Card isCompact {...card}>
    <CardTitle component="h2">{title}</CardTitle>
    <CardBody className={bodyClassName ?? ''}>{children}</CardBody>
  </Card>
);
