import { compile, install, run } from './bootstrap.mjs'

install()
// The launcher first: it stays as long as the others.
compile([
  'scripts/demo.ts',
  'src/server/demo/main.ts',
  'src/server/main.ts',
  'src/agent/main.ts',
  'src/agent/plates/plate-worker.ts',
  'src/simulators/yard/main.ts',
  'src/simulators/bank/main.ts',
])
run('scripts/demo.ts')
