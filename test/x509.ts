/** X.509 certificates and requests. The library finds its parts by metadata on classes, which must be there before it is. */
import 'reflect-metadata';

export * from '@peculiar/x509';
