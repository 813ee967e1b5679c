#!/bin/sh
# The command of the package: priyomka-agent enrol ADDRESS CODE, as the user of the service.
set -e
set -- /usr/lib/priyomka-agent/node /usr/lib/priyomka-agent/src/agent/main.js "$@"
export AGENT_DIR=/var/lib/priyomka-agent
if [ "$(id -u)" = 0 ]; then
	setpriv --reuid=priyomka-agent --regid=priyomka-agent --init-groups -- "$@"
	if [ "$3" = enrol ] && [ -d /run/systemd/system ]; then
		systemctl enable priyomka-agent.service
		systemctl restart priyomka-agent.service
	fi
else
	exec "$@"
fi
