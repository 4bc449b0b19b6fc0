#!/usr/bin/env node
import '../client/compile-cache.js';
import { outliveReaders } from '../client/print.js';
import { carryOut, refuse } from './carry-out.js';

outliveReaders(refuse);
void carryOut(process.argv.slice(2));
