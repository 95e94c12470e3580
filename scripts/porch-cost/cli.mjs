#!/usr/bin/env node
import { run } from './run.mjs';

process.exitCode = await run(process.argv.slice(2), process.env, {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  isTerminal: process.stderr.isTTY === true,
});
