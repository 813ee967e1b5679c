import { compile, install, run } from './bootstrap.mjs'

install()
compile(['src/agent/main.ts', 'src/agent/plates/plate-worker.ts'])
run('src/agent/main.ts')
