import { compile, install, run } from './bootstrap.mjs'

install()
compile(['scripts/serve.ts', 'src/server/main.ts'])
// Half of V8's usual young generation, and two heaps of the C library instead of one for each thread: a server that makes reports
// of 200,000 rows stays below 300 MB.
run('scripts/serve.ts', undefined, {
  flags: ['--max-semi-space-size=8'],
  env: { MALLOC_ARENA_MAX: '2' },
})
