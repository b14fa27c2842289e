echo in the pod
exit 5
