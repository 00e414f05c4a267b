#!/bin/sh
mkdir -p records
seq 64 | parallel --joblog jobs.log --resume-failed --sshlogin :,node1,node2 --workdir "$PWD" \
    ishitori sweep --min 2 --max 16 --threads 1 --shard {}/64 --record records/{}.json
ishitori merge records/*.json
