/** The client is always given one of our own: services/fayeClient.ts. */
export {};
