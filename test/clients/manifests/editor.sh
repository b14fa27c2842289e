#!/bin/sh
# Edits the file that kubectl edit opens, with a sed script from the environment.
exec sed -i "$EDIT" "$1"
