import { compile, install, run } from './bootstrap.mjs'

install()
compile(['scripts/serve.ts', 'src/server/main.ts'])
run('scripts/serve.ts')
