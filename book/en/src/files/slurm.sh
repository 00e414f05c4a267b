#!/bin/sh
#SBATCH --array=1-64
#SBATCH --cpus-per-task=1
#SBATCH --time=01:00:00
#SBATCH --requeue
exec ishitori sweep --min 2 --max 16 --threads 1 \
    --shard "$SLURM_ARRAY_TASK_ID/64" --record "records/$SLURM_ARRAY_TASK_ID.json"
