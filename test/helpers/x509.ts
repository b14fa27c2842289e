/** X.509 certificates and requests. The library depends on class metadata, whose polyfill must be loaded before it. */
import 'reflect-metadata';

export * from '@peculiar/x509';
